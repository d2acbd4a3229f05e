import {
  type BillingType,
  billingTypes,
  type CampaignType,
  campaignTypes,
  limits,
  type Product,
  products,
  statusFilters,
} from '@voltline/contract'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

export interface Filters {
  name: string
  campType: CampaignType | ''
  status: (typeof statusFilters)[number] | ''
  product: Product | ''
  billingType: BillingType | ''
}
/** The query of the list, kept in the URL. */
export interface AdQuery extends Filters {
  campID: string
  pageNo: number
}

const oneOf = <V extends string>(values: readonly V[], text: string | null): V | '' =>
  values.find((value) => value === text) ?? ''

/** The query in a URL; unknown values are ignored. */
function readQuery(query: URLSearchParams): AdQuery {
  const campID = query.get('campID') ?? ''
  return {
    campID: /^\d{1,9}$/.test(campID) ? campID : '',
    name: (query.get('name') ?? '').slice(0, limits.nameMax),
    campType: oneOf(campaignTypes, query.get('campType')),
    status: oneOf(statusFilters, query.get('status')),
    product: oneOf(products, query.get('product')),
    billingType: oneOf(billingTypes, query.get('billingType')),
    pageNo: Math.min(limits.pageNoMax, Math.max(1, Math.floor(Number(query.get('pageNo'))) || 1)),
  }
}

export const hasFilters = (asked: Filters): boolean =>
  [asked.name, asked.campType, asked.status, asked.product, asked.billingType].some((value) => value !== '')

function writeQuery(asked: Partial<AdQuery>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(asked)) {
    if (value !== '' && !(key === 'pageNo' && value === 1)) query.set(key, String(value))
  }
  return query.toString()
}

export function useAdQuery() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const asked = useMemo(() => readQuery(query), [query])
  return {
    asked,
    show: (next: Partial<AdQuery>, how: { replace?: boolean } = {}) =>
      void navigate(`/ad-ad?${writeQuery(next)}`, how),
    /** A screen over the list; the query leads back to it. */
    linkTo: (path: string, campID: number) =>
      `${path}?${writeQuery({ ...asked, campID: campID === 0 ? '' : String(campID) })}`,
  }
}
