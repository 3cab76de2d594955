import type { SettingField } from './setting-field.ts'

/** Settings of backups, updates and the budget. */
export const upkeepSettings = {
  /** How often an automatic backup is made. */
  backupEvery: {
    kind: 'choice',
    options: [
      { value: 'off', words: 'backup.everyOff' },
      { value: 'day', words: 'backup.everyDay' },
      { value: 'week', words: 'backup.everyWeek' },
    ],
    initial: 'day',
    page: 'backup',
    label: 'backup.every',
    hint: null,
  },
  /** How many automatic backups are kept. */
  backupKeep: {
    kind: 'number',
    min: 1,
    max: 60,
    initial: 7,
    page: 'backup',
    label: 'backup.keep',
    hint: 'backup.keepHint',
  },
  /** Maximum disk space for automatic backups, in GB (10^9 bytes); the newest is kept even beyond it. */
  backupGigabytes: {
    kind: 'number',
    min: 1,
    max: 10_000,
    initial: 50,
    page: 'backup',
    label: 'backup.room',
    hint: 'backup.roomHint',
  },
  /** Checks for updates and their channel, and the installation of a downloaded one at quit. */
  updateChecks: {
    kind: 'switch',
    initial: true,
    page: 'updates',
    label: 'updates.checks',
    hint: 'updates.checksHint',
  },
  updateChannel: {
    kind: 'choice',
    options: [
      { value: 'stable', words: 'updates.stable' },
      { value: 'beta', words: 'updates.beta' },
    ],
    initial: 'stable',
    page: 'updates',
    label: 'updates.channel',
    hint: 'updates.channelHint',
  },
  updateAtQuit: {
    kind: 'switch',
    initial: true,
    page: 'updates',
    label: 'updates.atQuit',
    hint: 'updates.atQuitHint',
  },
  /** The period of the budget. */
  budgetPeriod: {
    kind: 'choice',
    options: [
      { value: 'off', words: 'money.budgetOff' },
      { value: 'day', words: 'money.budgetDay' },
      { value: 'month', words: 'money.budgetMonth' },
    ],
    initial: 'off',
    page: 'spending',
    label: 'money.budget',
    hint: 'money.budgetHint',
  },
  budgetCurrency: {
    kind: 'choice',
    options: [
      { value: 'CNY', words: 'money.cny' },
      { value: 'USD', words: 'money.usd' },
    ],
    initial: 'CNY',
    page: 'spending',
    label: 'money.budgetCurrency',
    hint: null,
  },
  /** The budget in units of its currency. */
  budgetAmount: {
    kind: 'number',
    decimals: 2,
    min: 0.01,
    max: 1_000_000,
    initial: 100,
    page: 'spending',
    label: 'money.budgetAmount',
    hint: 'money.budgetAmountHint',
  },
  /** True if sending a message requires confirmation once the budget is used up. */
  budgetAsks: {
    kind: 'switch',
    initial: false,
    page: 'spending',
    label: 'money.budgetAsks',
    hint: 'money.budgetAsksHint',
  },
} as const satisfies Readonly<Record<string, SettingField>>
