import { z } from 'zod'

/** The mailbox's server, and our login there. */
export type SmtpAddress = {
  host: string
  port: number
  /** TLS from the first byte; else the connection begins in the clear and must change to TLS. */
  isTls: boolean
  /** On this machine a connection may stay in the clear. */
  isLoopback: boolean
  auth: { user: string; pass: string } | null
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])
const PORTS = { tls: 465, submission: 587 }

const FORM =
  'must be smtps://user:password@host or smtp://user:password@host, with %-codes for signs in the password'

/** A setting. Its faults are named without its value: it has a password. */
export const smtpAddress = z.string().transform((text, context): SmtpAddress => {
  const address = toAddress(text)
  if (address) return address
  context.addIssue({ code: 'custom', message: FORM })
  return z.NEVER
})

function toAddress(text: string): SmtpAddress | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname))
    return null
  const isTls = url.protocol === 'smtps:'
  const [user, pass] = [decode(url.username), decode(url.password)]
  if (user === null || pass === null || (user === '') !== (pass === '')) return null
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : isTls ? PORTS.tls : PORTS.submission,
    isTls,
    isLoopback: LOOPBACK.has(url.hostname),
    auth: user === '' ? null : { user, pass },
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
