import { useQuery } from '@tanstack/react-query'

/** The parts of the form that only texts need; none for other channels and while they are on the way. */
export function useSmsParts(isSms: boolean) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['sms-parts'],
    queryFn: async () => (await import('./sms-parts.tsx')).smsParts,
    enabled: isSms,
    staleTime: Infinity,
    gcTime: Infinity,
    // As soon as the device is online again.
    refetchOnReconnect: true,
  })
  return {
    parts: isSms ? data : undefined,
    isMissing: isSms && !data,
    hasFailed: isSms && !data && isError,
    /** Rejects where they did not arrive again. */
    retry: () => refetch({ throwOnError: true }),
  }
}
