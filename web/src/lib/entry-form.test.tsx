import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { object } from 'zod/mini'
import { TextField } from '../ui/field.tsx'
import { emailEntry, passwordEntry } from './entries.ts'
import { useEntryForm } from './entry-form.ts'
import { ApiError } from './api.ts'

const LOGIN = object({ email: emailEntry(), password: passwordEntry() })

function Login({ send }: { send: (values: { email: string; password: string }) => Promise<unknown> }) {
  const { form, field, failure } = useEntryForm({
    schema: LOGIN,
    send,
    fieldOfCode: { 'phone-required': 'email' },
  })
  return (
    <form {...form} aria-label="Login">
      <TextField {...field('email')} label="Email" />
      <TextField {...field('password')} label="Password" />
      <p role="alert">{failure?.title}</p>
      <button type="submit">Send</button>
    </form>
  )
}

const open = (send = vi.fn(async () => undefined)) => {
  render(<Login send={send} />)
  return { send, user: userEvent.setup({ delay: null }) }
}
const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const press = (user: ReturnType<typeof open>['user']) => user.click(screen.getByRole('button'))

test('what a password manager fills in without an event is sent', async () => {
  const { send, user } = open()
  input('Email').value = ' ana@example.com '
  input('Password').value = 'a good secret'
  await press(user)

  expect(send).toHaveBeenCalledExactlyOnceWith({ email: 'ana@example.com', password: 'a good secret' })
})

test('a refused entry has its words, the first one has the focus, and typing removes the words', async () => {
  const { send, user } = open()
  await press(user)

  expect(send).not.toHaveBeenCalled()
  expect(screen.getByText('Please enter a valid email address.')).toBeDefined()
  expect(screen.getByText('Please enter your password.')).toBeDefined()
  await expectFocusOn(input('Email'))

  await user.type(input('Email'), 'a')
  expect(screen.queryByText('Please enter a valid email address.')).toBeNull()
})

test('a refusal of the server that is about a field is shown at this field, with the focus', async () => {
  const { user } = open(vi.fn(() => Promise.reject(new ApiError(400, 'phone-required', 'no phone'))))
  await user.type(input('Email'), 'ana@example.com')
  await user.type(input('Password'), 'password')
  await press(user)

  expect(await screen.findByText('Phone Number Not Valid')).toBeDefined()
  await expectFocusOn(input('Email'))
  expect(input('Email').value).toBe('ana@example.com')
})

test('any other refusal is shown above the button, and the next attempt removes it', async () => {
  const send = vi.fn(async () => undefined).mockRejectedValueOnce(new ApiError(0, 'unreachable', 'away'))
  const { user } = open(send)
  await user.type(input('Email'), 'ana@example.com')
  await user.type(input('Password'), 'password')
  await press(user)
  expect((await screen.findByRole('alert')).textContent).toBe('No connection')

  await press(user)
  expect(screen.getByRole('alert').textContent).toBe('')
})

test('a form is sent once at a time', async () => {
  let answer = () => {}
  const send = vi.fn(() => new Promise<undefined>((resolve) => (answer = () => resolve(undefined))))
  const { user } = open(send)
  await user.type(input('Email'), 'ana@example.com')
  await user.type(input('Password'), 'password')
  await press(user)
  await press(user)
  answer()

  expect(send).toHaveBeenCalledOnce()
})
