package payment

import (
	"context"
	"errors"
	"testing"
)

type scripted struct {
	errs  []error
	calls int
}

func (s *scripted) Capture(context.Context, string, int64, string) (string, error) {
	err := s.errs[s.calls]
	s.calls++
	return "receipt", err
}

func TestChargeRetries(t *testing.T) {
	busy := errors.New("gateway busy")
	for name, tc := range map[string]struct {
		errs  []error
		calls int
	}{
		"first time": {[]error{nil}, 1},
		"second":     {[]error{busy, nil}, 2},
		"declined":   {[]error{ErrDeclined}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			gateway := &scripted{errs: tc.errs}
			charger := Charger{Gateway: gateway, Retries: len(tc.errs) - 1}
			_, _ = charger.Charge(context.Background(), "ord_1", 1999, "EUR")
			if gateway.calls != tc.calls {
				t.Fatalf("got %d calls, want %d", gateway.calls, tc.calls)
			}
		})
	}
}
