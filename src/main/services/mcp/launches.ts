/** All that needs the library of the protocol. Loaded when the first server starts, as it is large. */
export { launchHttp } from './http-launch.ts'
export { serverLimits } from './server-connection.ts'
export { beginSignIn, SignInFailure } from './server-sign-in.ts'
export { launchStdio } from './stdio-launch.ts'
