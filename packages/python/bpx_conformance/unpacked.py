"""The folder that a program unpacks into, and the files that programs leave."""
import hashlib
import os
import stat
import tempfile

# The way from the watched folder to the one for the program: names with up to this many `..` are noticed.
WAY = ("a", "b", "c", "here")
# Most bytes of files, and most files and folders, that are read.
MOST_BYTES, MOST_FILES = 256 << 20, 10000


class Unfit(Exception):
    """A file that is not read; the symptom and a description."""


class Target:
    """A folder for one question."""

    def __init__(self, parent):
        self.outer = tempfile.mkdtemp(dir=parent)
        self.folder = os.path.join(self.outer, *WAY)
        os.makedirs(self.folder)

    def files(self):
        """Returns name, size and SHA-256 of every file, by name."""
        folder = self.outer
        for name in WAY:
            others = [other for other in os.listdir(folder) if other != name]
            inner = os.path.join(folder, name)
            if others or os.path.islink(inner) or not os.path.isdir(inner):
                raise Unfit("wrote-outside", "a file outside of the folder: " + (others or [name])[0])
            folder = inner
        found = []
        for at, folders, files in os.walk(self.folder):
            links = [name for name in folders if os.path.islink(os.path.join(at, name))]
            found += [os.path.join(at, name) for name in files + links]
            if len(found) > MOST_FILES:
                raise Unfit("unfit-file", "there are more than {} files".format(MOST_FILES))
        names = sorted((os.path.relpath(path, self.folder).replace(os.sep, "/"), path) for path in found)
        listed = []
        for name, path in names:
            data = read_regular(path)
            listed.append({"name": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()})
        return listed


def read_inside(path, folder):
    """Reads a file that must be in a folder."""
    inside = os.path.realpath(os.path.dirname(path))
    folder = os.path.realpath(folder)
    if os.path.commonpath([inside, folder]) != folder:
        raise Unfit("unfit-file", "`{}` is not in the folder of the question".format(path))
    return read_regular(path)


def read_regular(path):
    try:
        info = os.lstat(path)
    except OSError as error:
        raise Unfit("unfit-file", "`{}` cannot be read: {}".format(path, error)) from None
    if not stat.S_ISREG(info.st_mode):
        raise Unfit("unfit-file", "`{}` is not a regular file".format(path))
    if info.st_size > MOST_BYTES:
        raise Unfit("unfit-file", "`{}` has {} bytes, and {} are read at most".format(path, info.st_size, MOST_BYTES))
    with open(path, "rb") as file:
        return file.read(MOST_BYTES)
