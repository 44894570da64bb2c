#region Native
#pragma warning disable 169
#if WIN64
using Word = System.UInt64;
#else
using Word = System.UInt32;
#endif
using Handle = global::System.IntPtr;
using static System.Math;
global using System.Text;
namespace Files;

[StructLayout(LayoutKind.Sequential)]
public sealed class SECURITY_ATTRIBUTES : System.IDisposable
{
    public int nLength = Marshal.SizeOf(typeof(SECURITY_ATTRIBUTES));
    public Handle lpSecurityDescriptor;
    public bool bInheritHandle;
#if WIN64
    public int Pad;
#elif X86
    public long Wrong;
#else
    this is not read
#endif
    public Word Last;
    public SECURITY_ATTRIBUTES() { }
    ~SECURITY_ATTRIBUTES() { Dispose(); }
    public void Dispose() { if (Abs(1) > 0) { } }
}
public delegate bool EnumProc(IntPtr hwnd, IntPtr lParam);
[UnmanagedFunctionPointer(CallingConvention.StdCall)] delegate void Plain();
public struct Callbacks
{
    [MarshalAs(UnmanagedType.FunctionPtr)] public EnumProc Proc;
    private Plain plain;
    public event Plain Changed;
    public nint A; public nuint B;
    public object Any;
    public int this[int index] { get { return 0; } }
    public static bool operator ==(Callbacks a, Callbacks b) { return true; }
    public static implicit operator int(Callbacks a) => 0;
}
class Holder { int a; List<int> b; string c = @"C:\"; char d = '"'; string e = """ " { """; Dictionary<string, List<int>> f; }
[StructLayout(LayoutKind.Auto)] struct Managed { public List<string> Names; int Count; }
struct Pair<T> where T : unmanaged { public T First, Second; }
public interface IThing { void Do(); int Count { get; } }
public record Person(string Name);
#endregion
