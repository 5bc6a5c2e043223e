import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { keepFocus } from './keep-focus.ts'

beforeEach(() => {
  document.body.innerHTML = `
    <section id="ways"><p><button id="send">Send</button></p><form id="form"><button id="remove">Remove</button></form></section>
    <input id="elsewhere" />`
  const stop = keepFocus()
  return () => {
    stop()
    document.body.innerHTML = ''
  }
})

const find = (id: string): HTMLElement => document.querySelector<HTMLElement>(`#${id}`) ?? document.body
const mutated = () => new Promise((resolve) => setTimeout(resolve))

test('the part around a button that is taken away gets the focus', async () => {
  find('send').focus()
  find('send').remove()
  await waitFor(() => expect(document.activeElement?.id).toBe('ways'))
})

test('a button that is taken away with what is around it leaves the focus to the part around both', async () => {
  find('remove').focus()
  find('form').remove()
  await waitFor(() => expect(document.activeElement?.id).toBe('ways'))
})

test('a component that moves the focus itself keeps its choice', async () => {
  find('send').focus()
  find('send').remove()
  find('elsewhere').focus()
  await mutated()
  await mutated()
  expect(document.activeElement?.id).toBe('elsewhere')
})

test('what is taken away elsewhere moves no focus', async () => {
  find('elsewhere').focus()
  find('send').remove()
  await mutated()
  await mutated()
  expect(document.activeElement?.id).toBe('elsewhere')
})
