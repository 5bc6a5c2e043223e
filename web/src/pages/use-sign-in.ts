import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { toReturnState } from '../features/auth/return-path.ts'
import { useAuth } from '../features/auth/use-auth.ts'
import type { Visitor } from '../features/rankings/visitor.ts'
import { useToast } from '../ui/toast.tsx'

type Asked = Parameters<Visitor['onSignIn']>

/** Says why, and leads to log in and back. A press that comes before the session is restored waits for it. */
export function useSignIn(): Visitor['onSignIn'] {
  const { state, caller } = useAuth()
  const show = useToast()
  const navigate = useNavigate()
  const location = useLocation()
  const asked = useRef<Asked>(null)
  const answer = ([reason, act]: Asked) => {
    if (caller) return act?.()
    show({ title: reason })
    void navigate('/auth', { state: toReturnState(location) })
  }
  const answered = useEffectEvent(answer)
  const isRestored = state.status !== 'loading'
  useEffect(() => {
    if (isRestored && asked.current) answered(asked.current)
    asked.current = null
  }, [isRestored])
  return (...press) => {
    if (isRestored) answer(press)
    else asked.current = press
  }
}
