/* As pdbex and ntdiff write them: offsets before the members, bits and sizes behind. */
typedef struct _SMALL
{
  /* 0x0000 */ unsigned char Tag;
  /* 0x0001 */ unsigned long Value;
  /* 0x0005 */ void* Owner;
} SMALL, *PSMALL; /* size: 0x0009 */

typedef struct _BITS
{
  union
  {
    /* 0x0000 */ unsigned long Whole;
    struct /* bitfield */
    {
      /* 0x0000 */ unsigned long First : 1; /* bit position: 0 */
      /* 0x0000 */ unsigned long Third : 2; /* bit position: 2 */
      /* 0x0000 */ unsigned long Last : 4; /* bit position: 28 */
    }; /* bitfield */
  }; /* size: 0x0004 */
  /* 0x0008 */ struct _SMALL Items[2];
  /* 0x001c */ unsigned long long Large;
} BITS, *PBITS; /* size: 0x0024 */
