"""The conformance suite of BPX, BPAT, BLK and GPB, for programs in any language; nothing of it needs Rust."""
from .adapter import Adapter, Object, Program
from .judge import Result
from .known import Known
from .suite import Suite

__all__ = ["Adapter", "Known", "Object", "Program", "Result", "Suite"]
