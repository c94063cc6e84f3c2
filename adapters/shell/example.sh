#!/bin/sh
# A worked adapter in POSIX sh: it prints the short form, and lets the shell parse no JSON. The words of
# the request pick one of two answers, as a program that you call would. docs/protocol.md says the rest.
set -eu

while IFS= read -r request; do
  case $request in
    *'"request":"run"'*QA-142*)
      echo "asking for QA-142" >&2  # logs belong on stderr
      printf '%s\n' '{"raw":[{"name":"get_ticket","arguments":"{\"key\":\"QA-142\"}"}],' \
        ' "normalized":[{"name":"get_ticket","arguments":{"key":"QA-142"},"status":"held"}]}'
      ;;
    *'"request":"run"'*)
      printf '%s\n' '{"raw":[],"normalized":[],"message":"There is no ticket in what you say."}'
      ;;
    *)
      printf '%s\n' '{"event":"unsupported"}' '{"event":"finished","reason":"stop"}'
      ;;
  esac
done
