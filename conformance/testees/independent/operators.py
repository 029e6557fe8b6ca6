"""Mutants of a Python module: one small change of its syntax tree each."""

import ast
import copy

COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
ARITHMETIC = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Mod: ast.FloorDiv, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
}  # fmt: skip
WIDTHS = {"H": (8,), "I": (8, 16), "Q": (8, 16, 32), "i": (), "q": (), "h": (), "b": (), "B": ()}


def places(text):
    """Where a text can be changed: operator, line, place of the node among all, number of the change."""
    tree = ast.parse(text)
    quiet = messages(tree)
    for index, node in enumerate(ast.walk(tree)):
        if id(node) not in quiet:
            for number, (operator, _) in enumerate(changes(node)):
                yield operator, getattr(node, "lineno", 0), index, number


def mutant(text, index, number):
    """The tree of a text with one change."""
    tree = ast.parse(text)
    node = next(node for place, node in enumerate(ast.walk(tree)) if place == index)
    apply = list(changes(node))[number][1]
    apply()
    return ast.fix_missing_locations(tree)


def messages(tree):
    """The nodes below a raise, which are no behaviour, and what says that a file is out of reach, which is no rule."""
    quiet = [node for node in ast.walk(tree) if isinstance(node, ast.Raise) or is_limit(node)]
    return {id(node) for root in quiet for node in ast.walk(root)}


def is_limit(node):
    return isinstance(node, ast.If) and isinstance(node.body[0], ast.Raise) and "Unsupported" in ast.dump(node.body[0])


def changes(node):
    """Pairs of an operator's name and a function that changes the node in place."""
    if isinstance(node, ast.If):
        yield from of_if(node)
    if isinstance(node, ast.Compare):
        yield from of_compare(node)
    if isinstance(node, ast.BoolOp):
        yield from of_bool(node)
    if isinstance(node, ast.BinOp):
        yield from of_binary(node)
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield "constant + 1", lambda: setattr(node, "value", node.value + 1)
        if node.value > 0:
            yield "constant - 1", lambda: setattr(node, "value", node.value - 1)
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value[:1] == "<":
        yield from of_format(node)
    if isinstance(node, ast.Dict):
        yield from of_dict(node)
    if isinstance(node, (ast.For, ast.comprehension)):
        yield from of_loop(node)
    if isinstance(node, ast.Call):
        yield from of_call(node)
    if isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load) and len(node.elts) > 1:
        for place in range(len(node.elts)):
            yield "drop an element", lambda place=place: node.elts.pop(place)
    if hasattr(node, "body") and isinstance(node.body, list):
        yield from of_body(node)


def of_if(node):
    if len(node.body) == 1 and isinstance(node.body[0], ast.Raise):
        yield "drop a rule", lambda: setattr(node, "body", [ast.Pass()])
    yield "negate a condition", lambda: setattr(node, "test", ast.UnaryOp(ast.Not(), node.test))


def of_compare(node):
    for place, operation in enumerate(node.ops):
        if type(operation) in COMPARISONS:
            yield "change a comparison", lambda place=place: node.ops.__setitem__(
                place, COMPARISONS[type(node.ops[place])]()
            )


def of_bool(node):
    other = ast.Or if isinstance(node.op, ast.And) else ast.And
    yield "and / or", lambda: setattr(node, "op", other())
    for place in range(len(node.values)):
        neutral = ast.Constant(isinstance(node.op, ast.And))
        yield "drop a condition", lambda place=place, neutral=neutral: node.values.__setitem__(place, neutral)


def of_binary(node):
    if type(node.op) in ARITHMETIC:
        yield "change an operation", lambda: setattr(node, "op", ARITHMETIC[type(node.op)]())


def of_format(node):
    letter = node.value[1]
    yield "sign", lambda: setattr(node, "value", "<" + letter.swapcase())
    if letter not in "bB":
        yield "byte order", lambda: setattr(node, "value", ">" + letter)


def of_dict(node):
    for place in range(len(node.keys) - 1):
        if node.keys[place] is not None and node.keys[place + 1] is not None:
            yield "swap two fields", lambda place=place: swap(node.keys, place)


def swap(items, place):
    items[place], items[place + 1] = items[place + 1], items[place]


def of_loop(node):
    for name, lower, upper in (("first element only", None, 1), ("all but the last", None, -1), ("all but the first", 1, None)):
        yield name, lambda lower=lower, upper=upper: setattr(node, "iter", part(node.iter, lower, upper))


def part(items, lower, upper):
    """list(items)[lower:upper]; a range, which may be huge, is cut as it is."""
    bounds = [None if bound is None else ast.Constant(bound) for bound in (lower, upper)]
    ranged = isinstance(items, ast.Call) and isinstance(items.func, ast.Name) and items.func.id == "range"
    whole = items if ranged else ast.Call(ast.Name("list", ast.Load()), [items], [])
    return ast.Subscript(whole, ast.Slice(*bounds), ast.Load())


def of_call(node):
    if isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
        yield "min / max", lambda: setattr(node.func, "id", "max" if node.func.id == "min" else "min")
    if isinstance(node.func, ast.Attribute) and node.func.attr == "take":
        form = node.args[0]
        if isinstance(form, ast.Constant) and isinstance(form.value, str):
            for bits in WIDTHS[form.value[1]]:
                yield f"low {bits} bits", lambda bits=bits: masked(node, bits)


def masked(node, bits):
    """Makes `int(take & mask)` of a call of take, in place."""
    taken = ast.Call(node.func, node.args, node.keywords)
    node.args = [ast.BinOp(taken, ast.BitAnd(), ast.Constant((1 << bits) - 1))]
    node.func = ast.Name("int", ast.Load())
    node.keywords = []


def of_body(node):
    """Neighbours among statements: fields that change places, and sets that remember the last element only."""
    for place in range(len(node.body) - 1):
        first, second = node.body[place], node.body[place + 1]
        if is_field(first) and is_field(second) and first.targets[0].slice.value != second.targets[0].slice.value:
            yield "swap two fields", lambda first=first, second=second: swap_targets(first, second)
    for place, statement in enumerate(node.body):
        if adds(statement):
            yield "adjacent only", lambda place=place: node.body.insert(place, cleared(node.body[place]))


def is_field(statement):
    return (
        isinstance(statement, ast.Assign)
        and isinstance(statement.targets[0], ast.Subscript)
        and isinstance(statement.targets[0].slice, ast.Constant)
    )


def swap_targets(first, second):
    first.targets, second.targets = second.targets, first.targets


def adds(statement):
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and isinstance(statement.value.func, ast.Attribute)
        and statement.value.func.attr == "add"
    )


def cleared(statement):
    taken = copy.deepcopy(statement.value.func)
    taken.attr = "clear"
    return ast.Expr(ast.Call(taken, [], []))
