/**
 * This browser's receipts of the addresses that it has subscribed: by its receipt it is told that one is subscribed already. A browser may
 * forbid storage; then it gets the answer of a first time.
 */

const KEY = 'walkon-newsletter'
const MOST = 5

export const keptReceipt = (email: string): string | undefined =>
  readAll().find(([kept]) => kept === email)?.[1]

export function keepReceipt(email: string, receipt: string): void {
  const others = readAll().filter(([kept]) => kept !== email)
  try {
    localStorage.setItem(KEY, JSON.stringify([[email, receipt], ...others].slice(0, MOST)))
  } catch {
    // Nothing can be kept here.
  }
}

function readAll(): [email: string, receipt: string][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isEntry) : []
  } catch {
    return []
  }
}

const isEntry = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
