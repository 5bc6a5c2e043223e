import { NOTICES } from '../../lib/account-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import { roleLinks } from './role-links.ts'
import { useAuth } from './use-auth.ts'
import type { SignedInUser } from './user.ts'

type AccountMenuProps = { user: Pick<SignedInUser, 'email' | 'roles'> }

/** The account that is signed in, the way to its pages, and out. A phone has no room for the buttons of roles beside it: they are in the menu. */
export function AccountMenu({ user: { email, roles } }: AccountMenuProps) {
  const logOut = useLogOut()
  const links = roleLinks(roles)
  return (
    <>
      {links.map(({ to, name }) => (
        <ButtonLink key={to} quiet small to={to} className="hidden md:inline-flex">
          {name}
        </ButtonLink>
      ))}
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
          ...links,
          { name: 'Log out', onChoose: () => void logOut() },
        ]}
      />
    </>
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
