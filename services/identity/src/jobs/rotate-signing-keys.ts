import type { Job } from '@walkon/service/jobs'
import { rotateSigningKeys, type RotationDeps } from '../use-cases/keys/rotate-signing-keys.ts'

const INTERVAL_MS = 60_000

export function createRotateSigningKeys(deps: RotationDeps): Job {
  return { name: 'rotate-signing-keys', intervalMs: INTERVAL_MS, run: () => rotateSigningKeys(deps) }
}
