"""Возврат денег за билет."""


def refund_kopecks(paid: int, hours_left: float) -> int:
    if hours_left >= 8:
        return paid
    if hours_left >= 2:
        return paid // 2
    return 0
