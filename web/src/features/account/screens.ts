import type { Screen } from '../../browser/screen.ts'

/** The account screens, by who may open them. */
export const accountScreens = {
  signin: [
    { path: '/signin', load: async () => (await import('./signin.tsx')).Signin },
    { path: '/admin/signin', load: async () => (await import('./operator-signin.tsx')).OperatorSignin },
  ],
  anyone: [
    { path: '/signup-email', load: async () => (await import('./signup/signup-email.tsx')).SignupEmail },
    { path: '/signup', load: async () => (await import('./signup/signup.tsx')).Signup },
    {
      path: '/signup-success',
      load: async () => (await import('./signup/signup-success.tsx')).SignupSuccess,
    },
    { path: '/find-email', load: async () => (await import('./find-email.tsx')).FindEmail },
    { path: '/find-password', load: async () => (await import('./password/find-password.tsx')).FindPassword },
    { path: '/verify-email', load: async () => (await import('./verify-email.tsx')).VerifyEmail },
    {
      path: '/reset-password',
      load: async () => (await import('./password/reset-password.tsx')).ResetPassword,
    },
    {
      path: '/failed-authentication',
      load: async () => (await import('./password/failed-authentication.tsx')).FailedAuthentication,
    },
  ],
  customer: [
    {
      path: '/change-password',
      load: async () => (await import('./password/change-password.tsx')).ChangePassword,
    },
  ],
  advertiser: [
    { path: '/ad-my-page', load: async () => (await import('./ad-my-page.tsx')).AdvertiserMyPage },
  ],
  publisher: [
    { path: '/pub-my-page', load: async () => (await import('./pub-my-page.tsx')).PublisherMyPage },
  ],
} as const satisfies Record<string, readonly Screen[]>
