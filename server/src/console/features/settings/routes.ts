import { sharedSettings } from '@voltline/contract'
import { ok } from '@voltline/kernel'
import type { FeatureServices } from '../../feature.ts'

/** The screens say the limits that the server holds them to. */
export function registerSettings({ handle, settings }: FeatureServices): void {
  handle(sharedSettings, async () => ok({ searchDays: settings.searchDays }))
}
