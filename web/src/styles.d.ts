/** Style sheets are imported for what they do; Vite bundles them. */
declare module '*.css'
