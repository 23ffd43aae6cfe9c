//go:build tools

// Package tools pins k6: `go build go.k6.io/k6/v2` in this module builds the version of go.mod, checked against go.sum.
// `go install go.k6.io/k6/v2@v2.2.0` is no substitute: it fails where Go can reach only a module proxy.
package tools

import _ "go.k6.io/k6/v2/cmd"
