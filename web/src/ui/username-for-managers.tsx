/** Tells a password manager whose password a form is about. Nobody sees it. */
export function UsernameForManagers({ email }: { email: string }) {
  return <input hidden readOnly type="email" name="username" autoComplete="username" value={email} />
}
