#!/usr/bin/env python3
"""What positions are worth, many at once, as they come: service.py POSITION ..."""
import asyncio
import sys

from outflank import Service, ServiceError


async def show(service, position):
    try:
        answer = await service.submit("analyze", text=position, depth=8, best=1, deadline=60)
        best = answer["result"]["moves"][0]
        print(position, best["move"], best["score"], flush=True)
    except ServiceError as error:
        print(position, error.code, error, flush=True)


async def main(positions):
    async with Service(jobs=2, options=["--book", "none"]) as service:
        await asyncio.gather(*(show(service, position) for position in positions))

asyncio.run(main(sys.argv[1:]))
