import { render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import type { AuthState } from './auth.ts'
import { RequireSignIn } from './require-sign-in.tsx'
import { AuthContext, type AuthValue } from './use-auth.ts'

const open = (state: AuthState, load: () => Promise<unknown>) =>
  render(
    <MemoryRouter>
      <AuthContext.Provider value={{ state, user: null, caller: null } as AuthValue}>
        <Routes>
          <Route path="/" element={<RequireSignIn load={load}>{() => 'The page'}</RequireSignIn>} />
          <Route path="*" element="Another page" />
        </Routes>
      </AuthContext.Provider>
    </MemoryRouter>,
  )

test('the code of a page is on its way while the session is restored', () => {
  const load = vi.fn(() => Promise.reject(new TypeError('No signal')))
  open({ status: 'loading' }, load)
  expect(screen.getByRole('status', { name: 'Loading your account' })).toBeDefined()
  expect(load).toHaveBeenCalledTimes(1)
})

test('a visitor who has to log in first loads no code of the page behind the login', () => {
  const load = vi.fn(() => Promise.resolve())
  open({ status: 'signed-out', hasLeft: false }, load)
  expect(screen.getByText('Another page')).toBeDefined()
  expect(load).not.toHaveBeenCalled()
})
