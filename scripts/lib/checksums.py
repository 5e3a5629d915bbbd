"""The checksums of books and tasks (src/lib/base/checksum.h), written a second time."""
import struct


def checksum(data):
    h, mask = 0xCBF29CE484222325 ^ len(data), 2 ** 64 - 1
    for i in range(0, len(data), 8):
        h ^= int.from_bytes(data[i:i + 8], "little")
        h = h * 0x9E3779B97F4A7C15 & mask
        h ^= h >> 29
    return h


def wide_checksum(data):
    lanes, whole, mask = [1, 2, 3, 4], len(data) // 32 * 32, 2 ** 64 - 1
    for i in range(0, whole, 8):
        k = i // 8 % 4
        lanes[k] ^= int.from_bytes(data[i:i + 8], "little")
        lanes[k] = lanes[k] * 0x9E3779B97F4A7C15 & mask
        lanes[k] ^= lanes[k] >> 29
    return checksum(struct.pack("<4Q", *lanes) + data[whole:])
