import { createTheme, type MantineColorsTuple } from '@mantine/core'
import { fittedPopup } from './fitted-popup.ts'

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

/** Durations of transitions in ms, as `--motion-in` and `--motion-out` in tokens.css. */
const transitionProps = { duration: 160, exitDuration: 120 }

/** Smallest height of a menu, in CSS px: three items, for a button at the edge of the lowest window. */
const leastMenuHeight = 120

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
        transitionProps,
        centered: true,
        overlayProps: { backgroundOpacity: 0.4 },
      },
    },
    Popover: { defaultProps: { transitionProps, shadow: 'md' } },
    Menu: {
      defaultProps: {
        transitionProps,
        shadow: 'md',
        // a long menu scrolls in a low window instead of reaching past its edge
        middlewares: fittedPopup(leastMenuHeight),
        styles: { dropdown: { overflowY: 'auto' } },
      },
    },
    // a text in Arabic or Hebrew begins at the right
    TextInput: { defaultProps: { dir: 'auto' } },
    Textarea: { defaultProps: { dir: 'auto' } },
    // Without the dot in its knob, which looks oval at this size.
    Switch: { defaultProps: { withThumbIndicator: false } },
    // To match the browser's own check boxes.
    Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } },
    Tooltip: { defaultProps: { openDelay: 500, withArrow: false } },
  },
})
