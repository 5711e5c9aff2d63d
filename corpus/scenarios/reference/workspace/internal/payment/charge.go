// Package payment takes money for orders.
package payment

import (
	"context"
	"errors"
	"fmt"
)

// ErrDeclined says that the issuer refused; trying again cannot help.
var ErrDeclined = errors.New("payment: declined")

// Gateway is the part of the card processor that a charge needs.
type Gateway interface {
	Capture(ctx context.Context, key string, amountMinor int64, currency string) (receipt string, err error)
}

// Charger takes one payment per order.
type Charger struct {
	Gateway Gateway
	Retries int
}

// Charge captures the amount and returns the receipt.
func (c *Charger) Charge(ctx context.Context, orderID string, amountMinor int64, currency string) (string, error) {
	var last error
	for attempt := 0; attempt <= c.Retries; attempt++ {
		receipt, err := c.Gateway.Capture(ctx, chargeKey(orderID), amountMinor, currency)
		if err == nil {
			return receipt, nil
		}
		if errors.Is(err, ErrDeclined) || ctx.Err() != nil {
			return "", fmt.Errorf("charge %s: %w", orderID, err)
		}
		last = err
	}
	return "", fmt.Errorf("charge %s: giving up: %w", orderID, last)
}

func chargeKey(orderID string) string { return "charge:" + orderID }
