import { NOTICES } from '../../lib/account-texts.ts'
import { Menu } from '../../ui/menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAuth } from './use-auth.ts'

/** The account that is signed in, the way to its pages, and out. */
export function AccountMenu({ email }: { email: string }) {
  const logOut = useLogOut()
  return (
    <Menu
      label={`Account of ${email}`}
      button={<span className="max-w-25 truncate">{email}</span>}
      head={
        <p className="border-b border-line px-3 pt-1 pb-3 wrap-anywhere">
          <span className="block text-14 text-ink-2">Logged in as</span>
          <b>{email}</b>
        </p>
      }
      items={[
        { name: 'Get Alerts', to: '/get-alerts' },
        { name: 'Manage Alerts', to: '/manage-alerts' },
        { name: 'Account', to: '/account' },
        { name: 'Log out', onChoose: () => void logOut() },
      ]}
    />
  )
}

/** Ends the session of this browser, and says how that went (core, section 4). */
export function useLogOut(): () => Promise<void> {
  const { signOut, mayLeave } = useAuth()
  const say = useToast()
  return async () => {
    try {
      if (!(await mayLeave())) return
      await signOut()
      say(NOTICES.loggedOut)
    } catch (error) {
      // oxlint-disable-next-line no-console -- the specification asks for it
      console.error('Error signing out', error)
      say(NOTICES.logOutFailed)
    }
  }
}
