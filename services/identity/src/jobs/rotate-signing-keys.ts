import type { Job } from '@walkon/service/jobs'
import type { SigningKeys } from '../signing-keys.ts'

export const rotateSigningKeys = (signingKeys: SigningKeys): Job => ({
  name: 'rotate-signing-keys',
  intervalMs: 60_000,
  run: () => signingKeys.rotate(),
})
