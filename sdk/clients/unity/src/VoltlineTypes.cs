using System;
using System.Collections.Generic;

namespace Voltline
{
    /// <summary>What the user has earned. The receipt is a JWS (ES256) for your own server, or null.</summary>
    public sealed class Reward
    {
        public string Name;
        public long Count;
        public string Receipt;
    }

    /// <summary>An ad to be shown once, within ExpiresInSeconds.</summary>
    public sealed class Ad
    {
        public string Token;
        public long AdId;
        /// <summary>BANNER, INTERSTITIAL or VIDEO.</summary>
        public string Product;
        public string Name;
        /// <summary>Addresses of the images, or of the video and its poster.</summary>
        public List<string> Materials = new List<string>();
        /// <summary>Open this on a tap; the server counts the click on the way.</summary>
        public string ClickUrl;
        /// <summary>What a full watch earns, or null.</summary>
        public Reward Reward;
        public long ExpiresInSeconds;
        /// <summary>A sample that nobody pays for.</summary>
        public bool IsTest;
    }

    /// <summary>What a call brought: a value, or the server's word for why not.</summary>
    public sealed class Answer<T>
    {
        /// <summary>SUCCESS or ADSERVER_TEST when it went well, else a code such as AD_NOTFOUND; NETWORK when nothing answered.</summary>
        public readonly string Code;
        public readonly T Value;

        public Answer(string code, T value)
        {
            Code = code;
            Value = value;
        }

        public bool IsGood
        {
            get { return Code == "SUCCESS" || Code == "ADSERVER_TEST"; }
        }
    }
}
