import { createTheme, type MantineColorsTuple } from '@mantine/core'

// Shades are only there because Mantine wants ten of them: what is seen comes from the variables of theme.css.
const seal: MantineColorsTuple = [
  '#f8e6e0',
  '#f2cfc5',
  '#eab3a4',
  '#e2927d',
  '#d97159',
  '#cf553a',
  '#bf3b24',
  '#a8321d',
  '#8d2917',
  '#6f2012',
]

/** Mantine in the colours and proportions of the look. Nothing here may make Mantine emit a style sheet (see theme.css). */
export const theme = createTheme({
  primaryColor: 'seal',
  colors: { seal },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // react-remove-scroll injects a <style>; the page itself never scrolls, so there is nothing to lock
    Modal: {
      defaultProps: {
        lockScroll: false,
        transitionProps: { duration: 120 },
        centered: true,
        overlayProps: { backgroundOpacity: 0.4 },
      },
    },
    Popover: { defaultProps: { transitionProps: { duration: 80 }, shadow: 'md' } },
    Menu: { defaultProps: { transitionProps: { duration: 80 }, shadow: 'md' } },
    Tooltip: { defaultProps: { openDelay: 500, withArrow: false } },
  },
})
