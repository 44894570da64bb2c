namespace Windows.Win32
{
    public partial struct WHEA_FLAGS
    {
        [StructLayout(LayoutKind.Explicit)]
        public partial struct _Anonymous_e__Union
        {
            [FieldOffset(0)]
            [NativeTypeName("ULONG")]
            public uint AsULONG;

            [FieldOffset(0)]
            public _Anonymous_e__Struct Anonymous;

            public partial struct _Anonymous_e__Struct
            {
                public uint _bitfield;

                [NativeTypeName("ULONG : 1")]
                public uint PreviousError
                {
                    readonly get
                    {
                        return _bitfield & 0x1u;
                    }

                    set
                    {
                        _bitfield = (_bitfield & ~0x1u) | (value & 0x1u);
                    }
                }

                [NativeTypeName("ULONG : 3")]
                public uint Kind
                {
                    readonly get
                    {
                        return (_bitfield >> 1) & 0x7u;
                    }

                    set
                    {
                        _bitfield = (_bitfield & ~(0x7u << 1)) | ((value & 0x7u) << 1);
                    }
                }
            }
        }

        public _Anonymous_e__Union Anonymous;
    }
    public struct Second { public struct _Anonymous_e__Union { public byte A; } public _Anonymous_e__Union Anonymous; }
}
