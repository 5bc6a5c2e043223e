import { expect, test } from 'vitest'
import { allowedEmails } from './allowed-emails.ts'

test.each([
  ['*', 'anybody@example.com', true],
  [undefined, 'anybody@example.com', true],
  ['ada@example.org', 'Ada@Example.org', true],
  ['Ada@Example.org', 'ada@example.org', true],
  ['ada@example.org', 'bob@example.org', false],
  ['ada@example.org, @club.example', 'bob@club.example', true],
  ['@club.example', 'bob@sub.club.example', false],
  ['@club.example', 'bob@notclub.example', false],
  ['@club.example', '"@club.example"@evil.example', false],
  ['ada@example.org', 'ada@example.org.evil.example', false],
])('with %s a mail to %s is allowed: %s', (list, email, isAllowed) => {
  expect(allowedEmails.parse(list)(email)).toBe(isAllowed)
})

test.each(['', 'ada@example.org,', 'example.org', 'ada@example.org bob@example.org'])(
  'a list that says nothing certain is refused: %s',
  (list) => {
    expect(allowedEmails.safeParse(list).success).toBe(false)
  },
)
