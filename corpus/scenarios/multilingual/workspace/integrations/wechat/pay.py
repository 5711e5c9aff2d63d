"""Заявка на оплату через WeChat Pay / 微信支付下单."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Payment:
    trade_no: str
    fen: int
    subject: str


def order_body(payment: Payment, merchant: str, notify_url: str) -> dict:
    if payment.fen <= 0:
        raise ValueError("сумма должна быть положительной")
    return {
        "mchid": merchant,
        "out_trade_no": payment.trade_no,
        "description": payment.subject,
        "notify_url": notify_url,
        "amount": {"total": payment.fen, "currency": "CNY"},
    }
