import { noServeReasons } from '@voltline/contract'
import { useI18n } from '../../i18n/i18n.ts'

export function useNoServeName(): (reason: string) => string {
  const { t } = useI18n()
  return (reason) => {
    const known = noServeReasons.find((name) => name === reason)
    return known ? t(`operator.noServe.${known}`) : reason
  }
}
