import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
  type MantineThemeComponents,
} from '@mantine/core'
import { readStored, storageKeys, store } from '../../browser/storage.ts'
import classes from './mantine.module.css'

const line: MantineColorsTuple = [
  '#EBEFFE',
  '#D6DEFD',
  '#B3C1FB',
  '#8FA3FF',
  '#6F88FF',
  '#4A66F6',
  '#2746E0',
  '#1F39C4',
  '#1A2F9E',
  '#152578',
]
const gray: MantineColorsTuple = [
  '#F6F7F9',
  '#F0F2F6',
  '#E2E6EC',
  '#CBD1DB',
  '#A9B1BF',
  '#858E9F',
  '#626C80',
  '#465064',
  '#2A3347',
  '#121829',
]
const dark: MantineColorsTuple = [
  '#ECEFF6',
  '#B4BCCD',
  '#909AB0',
  '#68738D',
  '#262E42',
  '#1A2133',
  '#131927',
  '#0B0F19',
  '#090C14',
  '#06080E',
]

const fonts =
  '"Pretendard Variable", Pretendard, system-ui, "Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans KR", sans-serif'

/** The look of Mantine's components, by their Styles API. Keys are names, so that none is loaded by the theme. */
const components: MantineThemeComponents = {
  Input: {
    classNames: { wrapper: classes.inputWrapper, input: classes.inputInput, section: classes.inputSection },
  },
  InputWrapper: {
    classNames: {
      root: classes.inputWrapperRoot,
      label: classes.inputWrapperLabel,
      required: classes.inputWrapperRequired,
      description: classes.inputWrapperDescription,
      error: classes.inputWrapperError,
    },
  },
  PasswordInput: {
    classNames: {
      innerInput: classes.passwordInputInnerInput,
      visibilityToggle: classes.passwordInputVisibilityToggle,
    },
  },
  MultiSelect: { classNames: { input: classes.multiSelectInput } },
  Checkbox: { classNames: { input: classes.checkboxInput, label: classes.checkboxLabel } },
  Switch: { classNames: { track: classes.switchTrack, thumb: classes.switchThumb } },
  Popover: { classNames: { dropdown: classes.dropdown } },
  Menu: { classNames: { dropdown: classes.dropdown } },
  Combobox: { classNames: { dropdown: classes.dropdown, option: classes.option } },
  Pill: { classNames: { root: classes.pillRoot } },
  Tabs: { classNames: { list: classes.tabsList, tab: classes.tabsTab } },
  SegmentedControl: {
    classNames: {
      root: classes.segmentedControlRoot,
      label: classes.segmentedControlLabel,
      indicator: classes.segmentedControlIndicator,
    },
  },
  Drawer: { classNames: { content: classes.drawer, header: classes.drawer } },
}

export const theme = createTheme({
  primaryColor: 'line',
  primaryShade: { light: 6, dark: 5 },
  colors: { line, gray, dark },
  white: '#FFFFFF',
  black: '#121829',
  fontFamily: fonts,
  fontFamilyMonospace: '"JetBrains Mono Variable", ui-monospace, monospace',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  defaultRadius: 'md',
  breakpoints: { xs: '37.5em', sm: '44.8125em', md: '72.25em', lg: '90em', xl: '105em' },
  headings: { fontFamily: fonts },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  focusClassName: classes.focus ?? '',
  components,
})

const tokens = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text2)',
  '--mantine-color-placeholder': 'var(--text3)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border)',
  '--mantine-color-default-hover': 'var(--sunk)',
  '--mantine-color-anchor': 'var(--lineText)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-disabled': 'var(--sunk)',
  '--mantine-color-disabled-color': 'var(--text3)',
  '--mantine-color-disabled-border': 'var(--border)',
  '--mantine-color-line-filled': 'var(--line)',
  '--mantine-color-line-filled-hover': 'var(--lineHover)',
  '--mantine-color-line-light': 'var(--lineSoft)',
  '--mantine-color-line-light-color': 'var(--lineText)',
}

/** Colours come from our own variables, so that charts, Mantine and plain styles change together. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: tokens,
  dark: tokens,
})

const schemes: readonly MantineColorScheme[] = ['light', 'dark', 'auto']

function showTheme(value: MantineColorScheme): void {
  const isDark = value === 'dark' || (value === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}

/** Keeps the choice where the script of the first paint and the public pages read it. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get(fallback) {
    const stored = readStored(storageKeys.theme)
    return schemes.find((scheme) => scheme === stored) ?? fallback
  },
  set(value) {
    store(storageKeys.theme, value)
    showTheme(value)
  },
  subscribe() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => showTheme(this.get('auto')))
  },
  unsubscribe() {},
  clear() {
    store(storageKeys.theme, 'auto')
  },
}
