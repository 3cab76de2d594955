import { createTheme, type MantineColorsTuple } from '@mantine/core'

// Shades exist only because Mantine requires ten; the visible colours come from the variables in theme.css.
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

/**
 * Mantine with the colours and proportions of the design. Nothing here may make Mantine emit a style sheet (see
 * theme.css).
 */
export const theme = createTheme({
  primaryColor: 'seal',
  colors: { seal },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // react-remove-scroll injects a <style>; the page itself never scrolls, so no lock is needed
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
