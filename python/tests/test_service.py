"""Service: many requests at once, errors, cancels, deadlines, a service that dies."""
import asyncio
import os
import random
import signal
import stat
import threading
import time
import unittest

import support
from outflank import ClosedError, Service, ServiceError

OPTIONS = ["--book", "none", "--hash", "1"]
SLEEPER = os.path.join(support.HERE, "sleeper.py")


def service(jobs=1, options=OPTIONS, program=support.PROGRAM, **keys):
    return Service(jobs=jobs, options=options, program=program, **keys)


def wait_until(condition):
    until = time.time() + 30
    while not condition() and time.time() < until:
        time.sleep(0.005)
    return condition()


@unittest.skipUnless(support.PROGRAM, "OUTFLANK_PROGRAM does not name the program")
class TestService(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = service(jobs=2)

    @classmethod
    def tearDownClass(cls):
        cls.service.close()

    def test_many(self):
        """3,000 requests, a third cancelled: each ends once, with its own board"""
        lot = random.Random(54)
        boards = [support.LATE, support.FFO40, "f5", "f5d6c3"]
        asked = [(i % 4, self.service.submit("analyze" if i % 3 else "evaluate", text=boards[i % 4],
                                             **({"nodes": 300} if i % 3 else {}))) for i in range(3000)]
        for _, request in lot.sample(asked, 1000):
            request.cancel()
        where = {}
        for kind, request in asked:
            if not request.cancelled():
                where.setdefault(kind, set()).add(request.result(60)["position"])
        self.assertEqual([len(where[kind]) for kind in range(4)], [1] * 4)
        self.assertEqual(len(set.union(*where.values())), 4)

    def test_errors(self):
        """what is refused is a ServiceError, and the service goes on"""
        with self.assertRaises(ServiceError) as caught:
            self.service.ask("evaluate", text="nonsense")
        self.assertEqual(caught.exception.code, "refused")
        self.assertIn("nonsense", str(caught.exception))
        with self.assertRaisesRegex(ValueError, "may have 65536 bytes"):
            self.service.submit("evaluate", text="f5" * 40000)
        with self.assertRaises(TypeError):
            self.service.submit("evaluate", text=b"f5")
        self.assertEqual(self.service.ask("evaluate", text="f5")["action"], "evaluate")

    def test_progress_deadline_cancel(self):
        """progress comes, a deadline ends a search, cancel() ends one at once"""
        seen = []
        answer = self.service.submit("analyze", text="f5d6c3", infinite=True, deadline=0.5,
                                     progress=seen.append).result(60)
        self.assertEqual(answer["why"], "deadline")
        self.assertTrue(seen and seen[0]["type"] == "progress" and seen[0]["result"]["moves"])
        endless = self.service.submit("analyze", text="f5", infinite=True)
        self.assertTrue(wait_until(lambda: self.service.ask("stats")["result"]["running"]))
        self.assertTrue(endless.cancel() and endless.cancelled())
        self.assertTrue(wait_until(lambda: not self.service.ask("stats")["result"]["running"]))

    def test_asyncio(self):
        """requests can be awaited; a task that is cancelled cancels its request"""
        async def work():
            async with service() as own:
                depths = await asyncio.gather(*(own.submit("analyze", text="f5", depth=depth)
                                                for depth in range(1, 6)))
                self.assertEqual([answer["limits"]["depth"] for answer in depths], [1, 2, 3, 4, 5])
                endless = own.submit("analyze", text="f5", infinite=True)
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(asyncio.wrap_future(endless), 0.1)
                self.assertTrue(endless.cancelled())
        asyncio.run(work())

    def test_killed(self):
        """a service killed ten times: nothing is lost, nothing differs"""
        with service(jobs=2) as own:
            asked = [own.submit("analyze", text="f5d6", nodes=5000 + i % 7, best=1) for i in range(1500)]
            for kill in range(10):
                n, process = sum(request.done() for request in asked), own._process
                if not wait_until(lambda: sum(request.done() for request in asked) > n + 30):
                    break
                process.send_signal(random.choice([signal.SIGKILL, signal.SIGTERM]))
                self.assertTrue(wait_until(lambda: own._process is not process))
            nodes = [request.result(60)["limits"]["nodes"] for request in asked]
        self.assertEqual(nodes, [5000 + i % 7 for i in range(1500)])

    def test_closed(self):
        """close() cancels what is open; a closed service is a ClosedError"""
        own = service()
        waiting = [own.submit("analyze", text="f5", infinite=True) for _ in range(400)]
        own.close()
        self.assertTrue(all(request.cancelled() for request in waiting))
        with self.assertRaises(ClosedError):
            own.submit("stats")
        self.assertFalse([thread for thread in own._threads if thread.is_alive()])

    def test_no_service(self):
        """what does not start says why"""
        with self.assertRaisesRegex(ServiceError, "nonsense"):
            service(options=["--nonsense"])
        with self.assertRaisesRegex(ServiceError, "/nowhere/outflank"):
            service(program="/nowhere/outflank")


class TestDeath(unittest.TestCase):
    def test_poison(self):
        """a request that kills its service is asked three times, its neighbours are answered"""
        self.assertTrue(os.stat(SLEEPER).st_mode & stat.S_IXUSR)
        with service(program=SLEEPER, options=[]) as own:
            before = own.submit("analyze", text="a", nodes=1)
            bad = own.submit("analyze", text="die")
            after = [own.submit("analyze", text=str(i)) for i in range(20)]
            self.assertEqual(before.result(30)["position"], "a")
            with self.assertRaises(ServiceError) as caught:
                bad.result(30)
            self.assertEqual(caught.exception.code, "lost")
            self.assertEqual([request.result(30)["position"] for request in after],
                             [str(i) for i in range(20)])
        self.assertEqual(threading.active_count(), 1 + sum(
            thread.name == "outflank-service" for thread in threading.enumerate()))


if __name__ == "__main__":
    unittest.main()
