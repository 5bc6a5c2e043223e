import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { field, noticeOf } from '../test/form.ts'
import { gotrueRefusal } from '../test/gotrue.ts'
import { MAIL_CODE, serveIdentity } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => serveParks([]))

type User = ReturnType<typeof renderApp>['user']

describe('login by text', () => {
  const askForText = async (user: User, phone: string) => {
    await user.click(await screen.findByRole('button', { name: 'Text me a code instead' }))
    await user.fill(await field('Phone'), phone)
    await user.click(screen.getByRole('button', { name: 'Text me a code' }))
  }

  test('a code to a phone logs in, and says nothing of whether the number has an account', async () => {
    const identity = serveIdentity()
    const { user, address } = renderApp('/auth')
    await askForText(user, '(407) 555-0142')
    await screen.findByRole('heading', { name: 'Check your phone for a code.' })
    expect(screen.getByText('+1 407 555 0142')).toBeDefined()
    expect(identity.bodyOf('POST /otp')).toMatchObject({ phone: '+14075550142', create_user: false })
    await user.fill(await field('Code'), MAIL_CODE)
    await user.click(screen.getByRole('button', { name: 'Verify code' }))
    await waitFor(() => expect(address()).toBe('/'))
    expect(identity.bodyOf('POST /verify')).toMatchObject({ phone: '+14075550142', type: 'sms' })
    expect(await noticeOf('Login successful')).toBeDefined()
  })

  test('a number that is none is asked for again, and nothing is sent', async () => {
    const identity = serveIdentity()
    const { user } = renderApp('/auth')
    await askForText(user, '12')
    expect(await screen.findByText('Phone number required')).toBeDefined()
    await expectFocusOn(await field('Phone'))
    expect(identity.calls()).toEqual([])
  })

  test('a wrong code keeps the page, and the code can be sent again or to another number', async () => {
    const identity = serveIdentity()
    const { user } = renderApp('/auth')
    await askForText(user, '+1 407 555 0142')
    await user.fill(await field('Code'), '000000')
    await user.click(screen.getByRole('button', { name: 'Verify code' }))
    expect(await screen.findByText('Wrong code')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Send it again' }))
    expect(await screen.findByText('Sent again.')).toBeDefined()
    expect(identity.calls().filter((call) => call === 'POST /otp')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Use another number' }))
    expect((await field('Phone')).value).toBe('+1 407 555 0142')
  })

  test('a limit says what to do, and the mailed link is one step away', async () => {
    serveIdentity()
    server.use(
      http.post('*/auth/v1/otp', () =>
        gotrueRefusal(429, 'over_sms_send_rate_limit', 'For security purposes, wait.'),
      ),
    )
    const { user } = renderApp('/auth')
    await askForText(user, '+1 407 555 0142')
    expect((await screen.findByRole('alert')).textContent).toContain('A text may be on its way')
    await user.click(screen.getByRole('button', { name: 'Email me a login link' }))
    expect(await field('Email')).toBeDefined()
  })
})
