/** Tells a password manager whose password a form is about. The field is not visible. */
export function UsernameForManagers({ email }: { email: string }) {
  return <input hidden readOnly type="email" name="username" autoComplete="username" value={email} />
}
