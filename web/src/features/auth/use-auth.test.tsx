import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useAuth } from './use-auth.ts'

test('useAuth throws outside its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => renderHook(() => useAuth())).toThrow('useAuth must be used within the auth provider')
})
