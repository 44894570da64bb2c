using System;
[Flags]
internal enum Access : uint
{
    None = 0x0,
    Terminate = 1 << 0,                 // shifts,
    [Description("a, } b")] Read = 1 << 4,
    Delete = 0x0001_0000,
    All = unchecked((uint)-1),
    Both = Terminate | Access.Read,
    Rest = ~Both & 0xFF,
    Bits = 0b1010,
}
enum Signed : sbyte { Low = -128, Middle, High = sbyte_max }
public static class Limits { public const int SizeOne = 2, SizeTwo = SizeOne * (3 + 1) - 1; }
public enum Status { Success, Wait = 0x00000102, Fail = unchecked((int)0xC0000001), Next }
struct Holder
{
    Access Access;
    Signed Small;
    [MarshalAs(UnmanagedType.ByValArray, SizeConst = Limits.SizeTwo)] byte[] Data;
    Status Status;
}
static class More { internal const sbyte sbyte_max = 0x7f; }
