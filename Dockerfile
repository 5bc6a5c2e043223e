# The one recipe of every image (docs/deployment.md): docker build --build-arg IMAGE=billing --build-arg VERSION=1.2.3 .
# IMAGE is a service, gateway, sandbox, preparation (what a release runs before its services start) or all-in-one (MODE=real in one
# container, with its own PostgreSQL).
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
# PostgreSQL wants its user to have a name, and a volume takes its owner from the folder on which it is mounted.
RUN echo 'walkon:x:65532:65532::/data:/usr/sbin/nologin' >> /etc/passwd \
    && mkdir -m 0700 /data && chown 65532:65532 /data
USER 65532:65532
# With the flags of the image (infra/images/src/image-contents.ts).
ENTRYPOINT ["/app/run"]
CMD ["main.mjs"]
