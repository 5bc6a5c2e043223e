import type { Metrics } from '@walkon/service/metrics'
import { Counter } from 'prom-client'
import type { AuthenticationMethod } from '../domain/authentication.ts'

export type CountSignIn = (method: AuthenticationMethod['method']) => void

/** Refused sign-ins are in `auth_failures_total`. */
export function countSignIns(metrics: Metrics): CountSignIn {
  const signIns = new Counter({
    name: 'sign_ins_total',
    help: 'Sessions started, by the method that proved who the user is',
    labelNames: ['method'],
    registers: [metrics],
  })
  return (method) => signIns.inc({ method })
}
