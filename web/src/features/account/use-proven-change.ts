import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import type { OwnerProof } from '../../lib/owner-proof.ts'

type Change = (proof?: OwnerProof) => Promise<void>

/** Makes a change without a proof where the sign-in is recent. Otherwise the change waits for the proof in `withheld`. */
export function useProvenChange() {
  const [withheld, setWithheld] = useState<((proof: OwnerProof) => Promise<void>) | null>(null)
  const cancel = () => setWithheld(null)
  async function make(change: Change): Promise<void> {
    cancel()
    try {
      await change()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'reauthentication_needed') throw error
      setWithheld(() => async (proof: OwnerProof) => {
        await change(proof)
        cancel()
      })
    }
  }
  return { make, withheld, cancel }
}
