// Prints a journal of resets, of whichever firmware and board it is.
#include <cstdint>
#include <cstdio>

#include "journal.h"

// A journal, and whose it is.
struct journal {
    const char *board;
    strata_target target;
    const unsigned char *bytes;
    std::size_t size;
};

static void print(const journal &of)
{
    const strata_layout *layout;
    strata_basis basis;
    if (acme_RESET_find_layout(of.target, &layout, &basis) != STRATA_OK) {
        std::printf("%s: no such firmware\n", of.board);
        return;
    }
    for (std::size_t at = 0; at + layout->size <= of.size; at += layout->size) {
        acme_RESET reset;
        std::uint16_t count;
        std::uint32_t uptime, line;
        std::uint64_t address;
        acme_RESET_open(&reset, of.bytes + at, layout->size, of.target);
        acme_RESET_get_Count(&reset, &count);
        acme_RESET_get_Uptime(&reset, &uptime);
        std::printf("%s: reset %u after %lu s", of.board, unsigned(count), static_cast<unsigned long>(uptime));
        if (acme_RESET_get_Address(&reset, &address) == STRATA_OK)
            std::printf(", at %llx", static_cast<unsigned long long>(address));
        if (acme_RESET_get_Line(&reset, &line) == STRATA_OK)
            std::printf(", line %lu", static_cast<unsigned long>(line));
        std::printf("\n");
    }
}

int main()
{
    static const unsigned char first[] = {1, 0, 0, 0, 60, 0, 0, 0, 2, 0, 1, 0, 0x10, 0x0E, 0, 0};
    static const unsigned char second[] = {3, 0, 2, 1, 5, 0, 0, 0, 0xA0, 0x12, 0, 0x08, 77, 0, 0, 0};
    static const unsigned char third[] = {9, 0, 1, 0, 7, 0, 0, 0, 0x10, 0x32, 0x54, 0x76, 0x98, 0xBA, 0, 0};
    const journal all[] = {
        {"M4, 1.0", STRATA_TARGET(ACME_VERSION_1_0, ACME_ARCH_M4), first, sizeof first},
        {"M4, 2.0", STRATA_TARGET(ACME_VERSION_2_0, ACME_ARCH_M4), second, sizeof second},
        {"A53, 2.0", STRATA_TARGET(ACME_VERSION_2_0, ACME_ARCH_A53), third, sizeof third},
    };
    for (const journal &one : all)
        print(one);
    return 0;
}
