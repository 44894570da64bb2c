// offsets as a page about a game lists them
[StructLayout(LayoutKind.Explicit, Pack = 1, Size = 0x1_40)]
public unsafe partial struct Character
{
    [FieldOffset(0x0)] public void* vtbl;
    [FieldOffset(0x10 + 0x8)] public fixed byte Name[15];
    [FieldOffset(0x30)] [MarshalAs(UnmanagedType.U1)] public bool IsHidden;
    [MarshalAs(UnmanagedType.Bool), FieldOffset(0x34)] public bool IsDead;
    [field: FieldOffset(0x38)] public float Height { get; set; }
    [FieldOffset(offset: 0x40)] public Vector3 Position;
    [FieldOffset(0x40)] public float X;
    [FieldOffset(0x4C)] public fixed uint Effects[4 * 8];
    [FieldOffset(0xD0)] public Character* Next, Same;
    [FieldOffset(0xD8)] public delegate* unmanaged[Stdcall]<Character*, uint, byte> Update;
    [FieldOffset(0xE0)] public fixed char Title[8];
    [FieldOffset(0x100)] public Unknown Tail;
    public string GetName() { fixed (byte* p = Name) { return new string((sbyte*)p); } }
    public static Character* Instance => null;
    public override string ToString() => $"{Name[0]} {{ {"x"} }}";
}
public struct Vector3 { public float X, Y, Z; }
