import { screen } from '@testing-library/react'
import { PASSWORD } from './identity.ts'
import type { renderApp } from './render-app.tsx'

/** The input whose label begins with this name. */
export const field = (name: string) =>
  screen.findByLabelText<HTMLInputElement>(new RegExp(`^${name}`), { selector: 'input' })

/** The whole text of the notice with this title. */
export const noticeOf = async (title: string) =>
  (await screen.findByText(title)).closest('[aria-label=Notices] > *')?.textContent

type User = ReturnType<typeof renderApp>['user']

export async function fillSignUp(user: User) {
  await user.fill(await field('Full name'), ' Ana Ortiz ')
  await user.fill(await field('Email'), 'ana@example.com')
  await user.fill(await field('Password'), PASSWORD)
}

export const loginButton = () => screen.findByRole('button', { name: 'Login' })

export async function fillLogin(user: User, password = PASSWORD) {
  await user.fill(await field('Email'), 'ana@example.com')
  await user.fill(await field('Password'), password)
}
