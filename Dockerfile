# The one recipe of every image (docs/deployment.md): docker build --build-arg IMAGE=billing --build-arg VERSION=1.2.3 .
# IMAGE is a service, gateway, sandbox or preparation (what a release runs before its services start).
ARG NODE_IMAGE=node:24-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY . .
# Behind a registry with a certificate authority of its own: `--secret id=npm-ca,src=ca.pem`, or NPM_CA_FILE for compose.
RUN --mount=type=secret,id=npm-ca \
    if [ -s /run/secrets/npm-ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/npm-ca SSL_CERT_FILE=/run/secrets/npm-ca; fi; \
    node infra/local/run.mjs install && node infra/local/run.mjs build && node infra/local/run.mjs bundle --sbom

FROM ${NODE_IMAGE}
ARG IMAGE
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="walkon-${IMAGE}" \
      org.opencontainers.image.description="Walkon: ${IMAGE}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.vendor="Walkon"
# Owned by root and read by everybody: the process cannot change its own code.
COPY --from=build /src/dist/images/${IMAGE} /app
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 OPERATOR_HOST=0.0.0.0 BUILD_VERSION=${VERSION}
USER 65532:65532
# The flags of docs/operations.md, section Memory.
ENTRYPOINT ["node", "--enable-source-maps", "--max-old-space-size=512", "--initial-old-space-size=256", "--max-semi-space-size=32"]
CMD ["main.mjs"]
