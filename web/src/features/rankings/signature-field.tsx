import { isOpenName } from '@walkon/contracts/public-name'
import { toLine } from '@walkon/contracts/plain-text'
import { useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { TextField } from '../../ui/field.tsx'
import { WORDS } from './ranking-words.ts'
import type { Visitor } from './visitor.ts'

const MAX_NAME_LENGTH = 40

type Sign = ReturnType<typeof useSignature>

/** The display name that is chosen with the first review. */
export function useSignature(signature: Visitor['signature']) {
  const [entered, setEntered] = useState('')
  const [isRefused, setRefused] = useState(false)
  const name = toLine(entered)
  return {
    name: signature?.name ?? '',
    entered,
    isRefused,
    enter: (text: string) => {
      setEntered(text)
      setRefused(false)
    },
    /** False for a name that is not open to everybody, which the field then says. */
    check: (): boolean => {
      setRefused(name !== '' && !isOpenName(name))
      return name === '' || isOpenName(name)
    },
    keep: async (): Promise<void> => {
      if (name !== '' && signature && name !== signature.name) await signature.choose(name)
    },
  }
}

/** Says how the review will be signed. A visitor without a name is offered one with the first review. */
export function SignatureField({ sign, isFirst }: { sign: Sign; isFirst: boolean }) {
  if (sign.name !== '' || !isFirst)
    return (
      <p className="text-14 text-ink-2">
        Signed “{sign.name || WORDS.anonymous}”. <Link to="/account">Change the name</Link>
      </p>
    )
  return (
    <div className="w-full">
      <TextField
        label="Display name"
        hint={`optional: without one your review is signed “${WORDS.anonymous}”`}
        autoComplete="nickname"
        maxLength={MAX_NAME_LENGTH}
        value={sign.entered}
        problem={sign.isRefused ? WORDS.nameRefused : undefined}
        onChange={(event) => sign.enter(event.target.value)}
      />
    </div>
  )
}
