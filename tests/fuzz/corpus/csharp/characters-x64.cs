// bool and char as marshalling has them
struct Ansi { char A; bool B; byte C; unsafe fixed bool D[3]; [MarshalAs(UnmanagedType.VariantBool)] bool E; [MarshalAs(UnmanagedType.I1)] bool F; }
[StructLayout(LayoutKind.Sequential, CharSet = CharSet.Auto)] struct Wide { char A; byte B; char C; [MarshalAs(UnmanagedType.U1)] char D; }
[StructLayout(LayoutKind.Sequential)] struct Texts
{
    [MarshalAs(UnmanagedType.LPWStr)] string W;
    [MarshalAs(UnmanagedType.LPStr)] string A;
    [MarshalAs(UnmanagedType.ByValArray, SizeConst = 4, ArraySubType = UnmanagedType.U1)] bool[] Four;
    [MarshalAs(UnmanagedType.ByValArray, SizeConst = 2)] bool[] Two;
    [MarshalAs(UnmanagedType.ByValArray, SizeConst = 3)] Inner[] Inners;
    Guid Id;
    decimal Money;
    sbyte S; long L; float F; double @double; System.Int16 @event; ushort größe;
}
public struct Inner { public short A; public byte B; }
