// Package store reads and writes orders.
package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
)

type Store struct{ db *sql.DB }

type Order struct {
	ID         string `json:"id"`
	TotalMinor int64  `json:"total_minor"`
}

func New(db *sql.DB) *Store { return &Store{db: db} }

// Handler answers with one order as JSON.
func (s *Store) Handler(log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o := Order{ID: r.PathValue("id")}
		row := s.db.QueryRowContext(r.Context(), "SELECT total_minor FROM orders WHERE id = $1", o.ID)
		switch err := row.Scan(&o.TotalMinor); {
		case errors.Is(err, sql.ErrNoRows):
			http.NotFound(w, r)
		case err != nil:
			log.ErrorContext(r.Context(), "read order", "order_id", o.ID, "err", err)
			http.Error(w, "internal error", http.StatusInternalServerError)
		default:
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(o)
		}
	})
}
