import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { translatePage } from '../test/translator.ts'
import { followTranslations } from './translated-text.ts'

let stop: () => void

beforeEach(() => {
  const stopFollowing = followTranslations()
  const stopTranslating = translatePage()
  stop = () => {
    stopTranslating()
    stopFollowing()
  }
})
afterEach(() => stop())

const Ride = ({ before, words, after }: { before?: boolean; words: string | null; after?: boolean }) => (
  <p data-testid="ride">
    {before && <b>Dumbo: </b>}
    {words}
    {after && <i> and counting</i>}
  </p>
)
const shown = () => screen.getByTestId('ride').textContent
const translated = () =>
  waitFor(() => expect(screen.getByTestId('ride').querySelector('font')).not.toBeNull())

test('a text that changes after it was translated is shown, and translated again', async () => {
  const { rerender } = render(<Ride before words="ten min" />)
  await translated()
  rerender(<Ride before words="sixty min" />)
  await waitFor(() => expect(shown()).toBe('Dumbo: sixty min'))
  await translated()
  rerender(<Ride before words="closed" />)
  await waitFor(() => expect(shown()).toBe('Dumbo: closed'))
})

test('a text that is taken away takes its translation with it', async () => {
  const { rerender } = render(<Ride before words="ten min" after />)
  await translated()
  rerender(<Ride before words={null} after />)
  expect(shown()).toBe('Dumbo:  and counting')
})

test('an element is inserted before a text that was translated', async () => {
  const { rerender } = render(<Ride words="ten min" after />)
  await translated()
  rerender(<Ride before words="ten min" after />)
  expect(shown()).toBe('Dumbo: ten min and counting')
})

test('texts that change their order are each shown once', async () => {
  const List = ({ order }: { order: string[] }) => (
    <p data-testid="ride">
      {order.map((name) => (
        <Name key={name} name={name} />
      ))}
    </p>
  )
  const Name = ({ name }: { name: string }) => name
  const { rerender } = render(<List order={['one ', 'two ', 'three ']} />)
  await translated()
  act(() => rerender(<List order={['three ', 'one ', 'two ']} />))
  expect(shown()).toBe('three one two ')
})

test('what is no child is refused as before', () => {
  render(<Ride words="ten min" />)
  expect(() => document.head.removeChild(screen.getByTestId('ride'))).toThrow('')
  expect(screen.getByTestId('ride').isConnected).toBe(true)
})
