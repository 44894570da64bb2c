using System.Runtime.CompilerServices;
[InlineArray(16)]
public struct Buffer16 { private byte _element0; }
public struct Message
{
    public uint Id;
    public Buffer16 Data;
    public IntPtr Next;
    public long Time;
}
[StructLayout(LayoutKind.Sequential, Size = 0x18)] public struct Sized { public int A; public IntPtr B; }
[StructLayout(LayoutKind.Sequential)] public struct Empty { }
[StructLayout(LayoutKind.Explicit, Size = 12)] public struct HeaderOnly { }
[StructLayout((LayoutKind)2, Size = 6)] struct Numbered { [FieldOffset(2)] public short A; }
