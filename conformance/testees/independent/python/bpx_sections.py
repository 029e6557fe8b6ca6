"""Finds the sections that a type of file demands."""

from cursor import Reject


def single(sections, kind, required=True):
    """The only section of a kind, or None."""
    found = [section for section in sections if section["type"] == kind]
    if len(found) > 1:
        raise Reject(f"more than one section of type {kind}")
    if not found:
        if required:
            raise Reject(f"no section of type {kind}")
        return None
    return found[0]


def several(sections, kind, required=True):
    """All sections of a kind."""
    found = [section for section in sections if section["type"] == kind]
    if required and not found:
        raise Reject(f"no section of type {kind}")
    return found
